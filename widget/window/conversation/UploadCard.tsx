import { useEffect, useRef } from 'preact/hooks'
import type { ChatWindow } from '../model/chat-window.ts'
import type { OutgoingMessage } from '../model/outgoing-messages.ts'
import { Icon } from '../parts/Icon.tsx'
import { fill } from '../texts/fill.ts'
import { formatSize } from '../texts/format.ts'

const WIDTH = 240

interface UploadCardProps {
  chat: ChatWindow
  outgoing: OutgoingMessage
  file: File
}

/** A file on its way. */
export function UploadCard({ chat, outgoing, file }: UploadCardProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isPicture = file.type.startsWith('image/')
  useEffect(() => {
    if (canvas.current) void drawPreview(canvas.current, file)
  }, [])
  return (
    <div class={isPicture ? 'file upload' : 'file'}>
      {isPicture ? <canvas ref={canvas} width={0} height={0} /> : <Icon name="file" />}
      <span>
        <bdi>{file.name}</bdi>
        <small>{formatSize(file.size, chat.state.locale)}</small>
        {outgoing.state === 'sending' && (
          <progress value={outgoing.share} aria-label={fill(chat.texts.uploading, { name: file.name })} />
        )}
      </span>
    </div>
  )
}

/** Drawn, because a page's policy need not allow an address of what is in memory (`blob:`). */
async function drawPreview(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return
  canvas.width = Math.min(WIDTH, picture.width)
  canvas.height = Math.round((canvas.width * picture.height) / picture.width)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
}
