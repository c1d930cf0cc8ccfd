import type { Services } from '../../../services.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { receiveVisitorTyping } from '../../visitors/receive-visitor-typing.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { requireWidget } from '../require-widget.ts'

/** Shows operators that a visitor is typing in the widget. Without an open chat, it is ignored. */
export async function setVisitorTyping(
  services: Services,
  { visitor, typing }: { visitor: VisitorPrincipal; typing: boolean },
): Promise<void> {
  await limitVisitor(services, visitor, 'typing')
  const channel = await requireWidget(services, visitor)
  await receiveVisitorTyping(services, { channel, key: visitor.key, typing })
}
