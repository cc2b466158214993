module leitor.example/clients/smoke

go 1.23

require leitor.example/clients/leitor v0.0.0

require gopkg.in/validator.v2 v2.0.1 // indirect

replace leitor.example/clients/leitor => ../generated/go
