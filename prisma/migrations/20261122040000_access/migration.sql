-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "UserInvitation" ADD COLUMN     "endedAt" TIMESTAMPTZ(3);


-- Links of people who are no admins any more ended with their rights.
UPDATE "UserInvitation" i SET "endedAt" = now()
FROM "User" u
WHERE u.id = i."invitedById" AND (u.role <> 'ADMIN' OR u."deactivatedAt" IS NOT NULL)
  AND i."acceptedAt" IS NULL AND i."revokedAt" IS NULL;
