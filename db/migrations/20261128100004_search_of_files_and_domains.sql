create index concurrently if not exists tickets_domain_idx on tickets (split_part(requester_email, '@', 2), id desc)
where requester_email is not null;

create index concurrently if not exists attachments_words_idx on attachments
using gin (to_tsvector('simple', translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ._-', 'aaaaaeeeeiiiiooooouuuucn   ')))
where state in ('ready', 'quarantined');
