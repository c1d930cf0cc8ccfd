import type { CallingPage } from '../../http/calling-page.ts'
import type { Services } from '../../services.ts'
import type { Principal } from '../principal.ts'
import { requireOrigin } from './require-origin.ts'

/** Throws `forbidden` for requests of a visitor from a website where their widget must not work. */
export async function requireWebsite(
  { channels }: Services,
  principal: Principal | null,
  calledFrom: CallingPage,
): Promise<void> {
  if (principal?.kind !== 'visitor') return
  const widget = await channels.widgetOf(principal)
  if (widget) requireOrigin(widget, calledFrom)
}
