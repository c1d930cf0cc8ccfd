import { expect, test } from 'vitest'
import { readMarks } from '../../../../widget/read-marks.ts'
import { linkText } from '../../../../widget/window/conversation/link-text.ts'
import { processorMs } from '../../../support/processor-ms.ts'

const links = (text: string) =>
  linkText(text)
    .filter(({ href }) => href !== null)
    .map(({ text, href }) => [text, href])

test('finds addresses, and leaves the sentence’s own signs out of them', () => {
  expect(links('See https://a.example/b?c=1&d=(2). Or (www.shop.example), or HTTP://X.example/y!')).toEqual([
    ['https://a.example/b?c=1&d=(2', 'https://a.example/b?c=1&d=(2'],
    ['www.shop.example', 'https://www.shop.example'],
    ['HTTP://X.example/y', 'HTTP://X.example/y'],
  ])
})

test('the text is all there, whatever of it is a link', () => {
  for (const text of ['', 'plain', 'https://a.example', 'a www.b.example c https://d.example e']) {
    expect(
      linkText(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})

test('a script is never a link', () => {
  expect(links('javascript:alert(1) data:text/html,x https://')).toEqual([])
  const parts = readMarks('[click](javascript:alert(1)) **[b](https://a.example)**', linkText)
  expect(parts.map(({ href }) => href).filter(Boolean)).toEqual(['https://a.example'])
  expect(parts.at(-1)).toMatchObject({ text: 'b', bold: true })
})

test('a long text of nothing but beginnings is read in no time', () => {
  const took = processorMs(() => {
    for (const sign of ['http', 'https://', 'www.', '[', '**', ' _a']) readMarks(sign.repeat(1_000), linkText)
  })
  expect(took).toBeLessThan(2_000)
})
