import { setWidgetLogo } from '../../domain/channels/set-widget-logo.ts'
import { Channel, channelNow } from '../channels.ts'
import { FileRef } from '../files.ts'
import { viewerOf } from '../kit/context.ts'
import { verbMutation } from '../kit/verb-mutation.ts'

verbMutation('setWidgetLogo', {
  description:
    'Admins only. Gives a widget the logo of the company, or removes it; the widget shows it 320 pixels wide at most.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    id: t.globalID({ for: [Channel], description: 'The widget.' }),
    fileId: t.globalID({
      for: [FileRef],
      required: false,
      description:
        'A picture that the viewer has uploaded with POST /files. Null or omitted removes the logo.',
    }),
  }),
  resolve: (context, { id, fileId }) =>
    setWidgetLogo(context.services, { viewer: viewerOf(context), id: id.id, fileId: fileId?.id ?? null }),
  payload: (t) => ({ channel: t.field(channelNow) }),
})
