import { expect, test } from 'vitest'
import { KeyMatcher, type Shortcut } from '../../../operator-app/src/browser/shortcut-keys.ts'

const move = { isMove: true, isGrave: false }
const grave = { isMove: false, isGrave: true }
const plain = { isMove: false, isGrave: false }
const known: Shortcut[] = [
  { keys: ['j', 'ArrowDown'], ...move },
  { keys: ['g w'], ...move },
  { keys: ['/'], ...move },
  { keys: ['e'], ...grave },
  { keys: ['l'], ...grave },
  { keys: ['r', 'Enter'], ...grave },
  { keys: ['mod+k'], ...plain },
  { keys: ['?'], ...plain },
]

/** Presses keys one after the other; what each of them runs, with `…` for what waits. */
function press(keys: readonly string[], gap: number): (string | null)[] {
  const matcher = new KeyMatcher()
  return keys.map((key, index) => {
    const found = matcher.match(key, known, index * gap)
    return found && `${found.shortcut.keys[0]}${found.waits ? '…' : ''}`
  })
}

test('one key, a key with the modifier and two keys in a row are told apart', () => {
  expect(press(['j', 'mod+k', 'g', 'w', 'w'], 600)).toEqual(['j', 'mod+k', null, 'g w', null])
})

test('two keys with a long pause between them are two keys', () => {
  expect(press(['g', 'w'], 5_000)).toEqual([null, null])
})

test('what changes a chat waits, in case it is the first letter of a word', () => {
  expect(press(['e', 'ArrowDown', 'l'], 600)).toEqual(['e…', 'j', 'l…'])
  expect(press(['e', 'l', 'e', 'g', 'w'], 120)).toEqual(['e…', null, null, null, null])
})

test.for(['hello', 'jelly', 'gel', 'wage', 'really?', 'agw'])(
  'no letter of “%s” after the first is a shortcut when it is typed',
  (word) => {
    expect(press([...word, 'Enter'], 120).slice(1)).toEqual([...word].map(() => null))
  },
)

test('the end of a word and a key after a pause are no sequence', () => {
  const matcher = new KeyMatcher()
  for (const [index, key] of [...'bug'].entries()) expect(matcher.match(key, known, index * 100)).toBe(null)
  expect(matcher.match('w', known, 1_000)).toBe(null)
})

test('what a field got a moment ago counts: the rest of a word is none, what comes after Enter is a shortcut', () => {
  const matcher = new KeyMatcher()
  expect(matcher.match('/', known, 0)?.shortcut.keys).toEqual(['/'])
  for (const [index, key] of [...'ann'].entries()) matcher.typed(key, 50 + index * 50)
  expect(matcher.match('e', known, 250)).toBe(null)
  matcher.typed('a', 300)
  matcher.typed('Enter', 350)
  expect(matcher.match('r', known, 400)?.shortcut.keys[0]).toBe('r')
})

test('going through the list and from view to view is as fast as one can press', () => {
  expect(press(['j', 'j', 'j', 'g', 'w', 'j'], 60)).toEqual(['j', 'j', 'j', null, 'g w', 'j'])
  expect(press(['j', 'Enter'], 60)).toEqual(['j', 'r'])
})

test('a word after a move does nothing', () => {
  expect(press(['j', 'e', 'l'], 100)).toEqual(['j', null, null])
})
