-- Hosts whose pictures, stickers and videos operators see without asking for them.
ALTER TABLE "Channel" ADD COLUMN "mediaHosts" TEXT[] DEFAULT ARRAY[]::TEXT[];
