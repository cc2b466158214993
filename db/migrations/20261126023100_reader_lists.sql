-- Readers by the day after their last one, and by their streak: those at risk, and the longest.
create index concurrently if not exists streaks_last_day_idx on streaks (upper(read_days), current_streak, email);

-- Words of addresses and names, for the search of readers.
create index concurrently if not exists streaks_words_idx on streaks using gin (to_tsvector('simple', translate(email, '@._+-', '     ')));

create index concurrently if not exists accounts_words_idx on accounts using gin (to_tsvector('simple', translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));

create index concurrently if not exists reader_profiles_words_idx on reader_profiles using gin (to_tsvector('simple', translate(lower(display_name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));
