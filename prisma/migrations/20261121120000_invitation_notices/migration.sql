-- What an invitation came to is told with the same words whether it was a transfer or not.
UPDATE "Message"
SET notice = jsonb_set(notice, '{kind}', to_jsonb(replace(notice ->> 'kind', 'TRANSFER_', 'INVITATION_')))
WHERE type = 'NOTICE' AND notice ->> 'kind' IN ('TRANSFER_DECLINED', 'TRANSFER_EXPIRED');
