/** The body of A2 as an integrating client sends it. */
export function visitorMessage(visitorId: string, text: string): string {
  return JSON.stringify({
    sender: { id: visitorId, name: 'A visitor of the benchmark', url: 'https://shop.example/cart' },
    message: { type: 'text', id: text, text },
  })
}
