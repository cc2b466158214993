package leitor

import (
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"path/filepath"
	"strings"
)

// Allowed attachment types by extension. Go's own table lacks half of them.
var attachmentTypes = map[string]string{
	".jpg":  "image/jpeg",
	".jpeg": "image/jpeg",
	".png":  "image/png",
	".gif":  "image/gif",
	".webp": "image/webp",
	".pdf":  "application/pdf",
	".txt":  "text/plain",
	".csv":  "text/csv",
	".xls":  "application/vnd.ms-excel",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// createTypedFormFile adds a file to a form with the type of its extension.
func createTypedFormFile(w *multipart.Writer, field, name string) (io.Writer, error) {
	fileType, known := attachmentTypes[strings.ToLower(filepath.Ext(name))]
	if !known {
		return nil, fmt.Errorf("%s: an attachment cannot be a %q file", name, filepath.Ext(name))
	}
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", fmt.Sprintf("form-data; name=%q; filename=%q", field, name))
	header.Set("Content-Type", fileType)
	return w.CreatePart(header)
}
