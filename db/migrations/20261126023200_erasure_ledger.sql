-- The keyed hash of the address until the ledger in the storage has the erasure.
alter table erasures add column unrecorded text;
