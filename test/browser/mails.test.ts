import { expect, test } from 'vitest'
import { type MailPart, renderMail } from '../../server/domain/mail/mail-parts.ts'
import { expectAccessible, withBrowser } from './support.ts'

const { openWindow } = withBrowser()

const url = 'https://shop.example/shoes'
const PARTS: MailPart[] = [
  { kind: 'title', text: 'Your conversation' },
  { kind: 'text', text: 'We have answered.' },
  { kind: 'entry', who: 'Ann', when: 'today', text: 'Yes, we have them.', url },
  { kind: 'figure', label: 'Answered', value: '7', before: '5', url },
  { kind: 'link', label: 'Back to the page', url },
  { kind: 'small', text: 'Sent by Shop.' },
  { kind: 'smallLink', text: 'You received this e-mail because you wrote to us.', label: 'Unsubscribe', url },
]
const { html } = renderMail(PARTS, { subject: 'Your conversation with Shop' })

test.for(['light', 'dark'] as const)(
  'every part of a mail can be read in a %s mail program',
  async (colorScheme) => {
    const page = await openWindow({ colorScheme })
    await page.setContent(html)
    await expectAccessible(page)
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(23, 24, 27)' : 'rgb(255, 255, 255)')
  },
)

test('a mail can be read in a dark program that takes only its elements', async () => {
  const page = await openWindow({ colorScheme: 'dark' })
  const body = /<body[^>]*>(?<parts>.*)<\/body>/s.exec(html)?.groups?.parts ?? ''
  const rest = '<title>Mails</title></head><body style="background:#101010;color:#eeeeee">'
  await page.setContent(`<!doctype html><html lang="en"><head>${rest}${body}</body></html>`)
  await page.getByText('Yes, we have them.').waitFor()
  await expectAccessible(page)
})
