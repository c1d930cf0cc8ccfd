import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../server/generated/prisma/client.ts'
import { encryptSecret, hashSecret } from '../../server/secrets.ts'
import type { Services } from '../../server/services.ts'

interface NewBot {
  accountId: string
  /** Nobody listens there by default. */
  endpointUrl?: string
  provider?: Partial<Prisma.BotProviderUncheckedCreateInput>
}

/** A provider with a connected bot, on no channel yet. */
export async function makeBot({ db, env }: Services, input: NewBot) {
  const { accountId, endpointUrl = 'http://127.0.0.1:9/', provider: fields } = input
  const token = randomUUID()
  const provider = await db.botProvider.create({
    data: { accountId, name: `Provider ${randomUUID()}`, publicId: randomUUID(), endpointUrl, ...fields },
  })
  const bot = await db.bot.create({
    data: {
      accountId,
      providerId: provider.id,
      name: `Robot ${token.slice(0, 4)}`,
      tokenHash: hashSecret(token),
      tokenEncrypted: encryptSecret(token, env.secretKey),
    },
  })
  return { provider, bot, token }
}
