import { AppError } from '../../../errors.ts'
import type { Services } from '../../../services.ts'
import type { BotEntry } from '../settings/bot-directory.ts'

interface BotCredentials {
  /** The contract's `{provider_id}` and `{token}`. */
  providerId: string
  token: string
  /** The Authorization header, for providers that use it. */
  authorization: string | undefined
}

/**
 * The bot that sends a request (contract, part 5). Throws `not_found` for an unknown provider, `invalid_client` for a
 * token that is no connected bot's, `unauthorized_client` without a valid access token, `forbidden` for a bot that is
 * switched off.
 */
export async function authenticateBot(
  { bots, accessTokens }: Services,
  { providerId, token, authorization }: BotCredentials,
): Promise<BotEntry> {
  const address = await bots.find(providerId, token)
  if (!address) throw new AppError('not_found', 'There is no bot provider at this address.')
  const { provider, bot } = address
  if (!bot)
    throw new AppError('invalid_client', 'The token in the address does not belong to a connected bot.')
  if (provider.tokenUrl) {
    if (!authorization?.trim())
      throw unauthorized('The Authorization header with the access token is missing.')
    if (!(await accessTokens.accepts(provider, authorization))) {
      throw unauthorized(
        'The access token in the Authorization header was not issued by your token address, or it has expired.',
      )
    }
  }
  if (!bot.enabled) throw new AppError('forbidden', 'This bot is switched off.')
  return bot
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized_client', message)
}
