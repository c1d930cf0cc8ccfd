-- An earlier version left cards waiting that were being bound when their endpoint was switched off: nothing is sent for them.
UPDATE "CrmAnswer" answer
SET "assignState" = 'FAILED', "assignReason" = 'Not sent: the endpoint is switched off.'
WHERE "assignState" = 'PENDING' AND NOT EXISTS (
  SELECT FROM "OutboxItem" item
  WHERE item."chatId" = answer."chatId" AND item."receiverId" = answer."endpointId"
    AND item.event = 'chat_assigned' AND item.state = 'PENDING');
