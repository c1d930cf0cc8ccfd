import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { connectBot } from '../connect-bot.ts'
import { startFloor } from '../floor.ts'
import type { Target } from '../load/http-client.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'

const CONVERSATIONS = 32
/** A way to the bot and back is many times as long as what other figures count. */
const FEWER = 5

/** CLIENT_MESSAGEs that reach a bot a second, and the way from a visitor to the bot and back. */
export async function measureBots(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server, redisUrl } = setting
  if (!redisUrl) return []
  const botUrl = await bench.load.listenAsBot()
  const clientUrl = await bench.load.listenAsClient()
  await connectBot(setting, { botUrl, clientUrl })
  const floor = await startFloor({ kind: 'bot', redisUrl, botUrl, clientUrl })
  const ours = { origin: server.origin, path: server.channelPath }
  const bare = { origin: floor.origin, path: '/' }
  try {
    const deliver = (target: Target) =>
      bench.load.measureBotEvents({ target, conversations: CONVERSATIONS, seconds: bench.seconds })
    const delivered = await takeTurns(
      bench,
      () => deliver(ours),
      () => deliver(bare),
    )
    const answer = (target: Target) => bench.load.measureBotAnswers({ target, count: bench.count / FEWER })
    const answered = await takeTurns(
      bench,
      () => answer(ours),
      () => answer(bare),
    )
    const median = roundsOf(answered, (times) => percentile(ascending(times), 0.5))
    return [
      measured(
        'CLIENT_MESSAGEs to a bot',
        'messages/s',
        roundsOf(delivered, (perSecond) => perSecond),
        { atLeast: 0.6 },
      ),
      measured('visitor to bot to visitor, p50', 'ms', median, { atMost: 8 }),
    ]
  } finally {
    await floor.stop()
  }
}
