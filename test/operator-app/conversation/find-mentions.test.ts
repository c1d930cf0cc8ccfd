import { expect, test } from 'vitest'
import {
  matchMentionable,
  mentionBefore,
  mentionedByEarlierName,
  mentionedIn,
  splitMentions,
} from '../../../operator-app/src/conversation/find-mentions.ts'

const max = { id: '1', name: 'Max' }
const weber = { id: '2', name: 'Max Weber' }
const zoe = { id: '3', name: 'Zoë Ünal' }
const people = [max, weber, zoe]

test.each([
  ['@', 1, ''],
  ['Ask @ma', 7, 'ma'],
  ['Ask @ma please', 7, 'ma'],
  ['Ask @max we', 11, 'max we'],
  ['Ask @max we and 5 others who know', 33, null],
  ['write to a@b', 12, null],
  ['one\n@z', 6, 'z'],
])('in %j at %i, %j is being typed', (text, caret, query) => {
  expect(mentionBefore(text, caret)).toBe(query)
})

test('colleagues are found by the beginning of any of their names', () => {
  expect(matchMentionable(people, 'we')).toEqual([weber])
  expect(matchMentionable(people, 'ÜN')).toEqual([zoe])
  expect(matchMentionable(people, '')).toEqual(people)
  expect(matchMentionable(people, 'eber')).toEqual([])
  expect(matchMentionable(people, 'zoe u')).toEqual([zoe])
})

test('a surname can be typed after the first name, and nobody is found after a whole name and a space', () => {
  expect(matchMentionable(people, 'max w')).toEqual([weber])
  expect(matchMentionable(people, 'zoë ')).toEqual([zoe])
  expect(matchMentionable(people, 'max please')).toEqual([])
  expect(matchMentionable(people, 'Max ')).toEqual([])
  expect(matchMentionable(people, 'Max Weber ')).toEqual([])
})

test('a longer name is not taken for a shorter one, nor a word for a name', () => {
  expect(mentionedIn('@Max Weber knows', people)).toEqual(['2'])
  expect(mentionedIn('@max and @Max Weber, @Zoë Ünal!', people)).toEqual(['1', '2', '3'])
  expect(mentionedIn('@Maximum effort, mail@Max', people)).toEqual([])
  expect(mentionedIn('@Max @Max', people)).toEqual(['1'])
})

test('of several with one name, those are mentioned who were picked last, or else all', () => {
  const others = [max, { id: '4', name: 'Max' }, { id: '5', name: 'max' }, zoe]
  expect(mentionedIn('@Max knows', others, ['4'])).toEqual(['4'])
  expect(mentionedIn('@Max knows', others, ['3', '4', '5'])).toEqual(['5'])
  expect(mentionedIn('@Max and @Max know', others, ['4', '1'])).toEqual(['1', '4'])
  expect(mentionedIn('@Max knows', others)).toEqual(['1', '4', '5'])
  expect(mentionedIn('@Zoë Ünal knows', others, ['4'])).toEqual(['3'])
})

test('who was renamed since they were mentioned is known not to be named in the text', () => {
  const berg = { id: '6', name: 'Anna Berg' }
  expect(mentionedByEarlierName('@Anna Alt and @Max know', [berg, max])).toEqual(['6'])
  expect(mentionedByEarlierName('@Max knows', [max, { id: '4', name: 'Max' }])).toEqual([])
})

test('nothing of the text is lost where it is split', () => {
  const text = '(@Max): see https://example.com/@Max, 👍 @Zoë Ünal'
  const parts = splitMentions(text, people)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ mentioned }) => mentioned).map((part) => part.text)).toEqual([
    '@Max',
    '@Max',
    '@Zoë Ünal',
  ])
})
