-- Former names of two states. The enum keeps them: the previous release still names them in queries.
update attachments set state = case state when 'arriving' then 'pending' else 'deleting' end::attachment_state
where state in ('arriving', 'leaving');
