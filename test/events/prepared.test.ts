import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse, print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsSubscription } from '../../operator-app/src/graphql/events.ts'
import { followEvents } from '../../server/events/follow.ts'
import type { DeliveredEvent } from '../../server/events/follower.ts'
import { AnswerMeter } from '../../server/graphql/kit/answer-meter.ts'
import { lazyLoaders } from '../../server/graphql/kit/loaders.ts'
import { subscribeShared } from '../../server/live/execute-shared.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { openDesk } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { until } from '../support/until.ts'

// Screens prepare a visitor's message while its transaction is being committed.

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const withText = (text: string) => (event: { message?: { text: string } }) => event.message?.text === text
const textsOf = ({ events }: EventFeed) => events.flatMap(({ message }) => message?.text ?? [])

test('a screen has executed the event of a message while it is committed, and gets it after', async () => {
  const { services } = app
  const desk = await openDesk(app)
  const [{ viewer }] = desk.operators
  const executed: string[] = []
  const sent: string[] = []
  const fields = {
    events: {
      type: GraphQLString,
      subscribe: () => followEvents(services, { principal: viewer, after: null }),
      resolve([delivered]: DeliveredEvent[]) {
        const text = delivered?.event.snapshot.message?.text ?? ''
        if (text) executed.push(text)
        return text
      },
    },
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { nothing: { type: GraphQLString } } }),
    subscription: new GraphQLObjectType({ name: 'Subscription', fields }),
  })
  const query = 'subscription { events }'
  const stream = await subscribeShared({
    schema,
    query,
    document: parse(query),
    contextValue: {
      services,
      principal: viewer,
      viewer,
      http: null,
      loaders: lazyLoaders(services),
      answer: new AnswerMeter(),
      shared: false,
    },
    id: '1',
    send(frame) {
      const { events } = JSON.parse(frame.toString('utf8', frame.indexOf('{"id"'))).payload.data
      if (events) sent.push(events)
      return true
    },
  })
  if (!('next' in stream)) throw new Error('It was refused.')
  void stream.next()
  await desk.say('cid', 'Hello')
  await until(() => expect(sent).toEqual(['Hello']))

  await services.pool.query(`
    CREATE FUNCTION hold_message() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER held_at_commit AFTER INSERT ON "Message" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.text = 'Held') EXECUTE FUNCTION hold_message();`)
  const holder = await services.pool.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const said = desk.say('cid', 'Held')
  await until(() => expect(executed).toEqual(['Hello', 'Held']))
  expect(sent).toEqual(['Hello'])
  await holder.query('SELECT pg_advisory_unlock(1)')
  holder.release()
  await said
  await until(() => expect(sent).toEqual(['Hello', 'Held']))
  expect(executed).toEqual(['Hello', 'Held'])
  await stream.return?.()
})

test('a message whose commit fails is shown to nobody, and later ones are', async () => {
  const desk = await openDesk(app)
  const [{ cookie }] = desk.operators
  const feed = openFeed(app.url, { cookie, after: '0', query: print(eventsSubscription) })
  await desk.say('ann', 'Hello')
  await feed.waitFor(withText('Hello'))
  await app.services.pool.query(`
    CREATE FUNCTION refuse_message() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'Not this one.'; END $$;
    CREATE CONSTRAINT TRIGGER refused_at_commit AFTER INSERT ON "Message" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.text = 'Lost') EXECUTE FUNCTION refuse_message();`)
  await expect(desk.say('ann', 'Lost')).rejects.toThrow('500')
  await desk.say('ann', 'Are you there?')
  await feed.waitFor(withText('Are you there?'))
  expect(textsOf(feed)).toEqual(['Hello', 'Are you there?'])
  await feed.close()
})

test('a screen that asks for more than the message carries reads it once, after the commit', async () => {
  const desk = await openDesk(app)
  const [{ cookie }] = desk.operators
  const query = `subscription ($after: String) { events(after: $after) {
    __typename id cursor ... on MessageCreated { message { seq text } chat { preview lastSeq } } } }`
  const feed = openFeed(app.url, { cookie, after: '0', query })
  for (const [index, text] of ['One', 'Two', 'Three'].entries()) {
    const statements = await recordStatements(async () => {
      await desk.say('ben', text)
      const { message, chat } = await feed.waitFor(withText(text))
      expect(chat).toEqual({ preview: text, lastSeq: message.seq })
    })
    const reads = statements.filter((sql) => sql.startsWith('SELECT') && sql.includes('FROM "Chat"'))
    // Before the first message that it could prepare, nobody knows that the operation reads something.
    if (index === 2) expect(reads).toHaveLength(1)
  }
  expect(textsOf(feed)).toEqual(['One', 'Two', 'Three'])
  await feed.close()
})
