-- Reports count how often triggers were shown and answered on a day.

-- CreateTable
CREATE TABLE "TriggerDay" (
    "channelId" UUID NOT NULL,
    "day" DATE NOT NULL,
    "shown" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TriggerDay_pkey" PRIMARY KEY ("channelId","day")
);

-- AddForeignKey
ALTER TABLE "TriggerDay" ADD CONSTRAINT "TriggerDay_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
