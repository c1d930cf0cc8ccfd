/** Whether files are dragged, not a text or a link. */
export function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The files of a drop, and the names of the folders among them, which a browser hands out as broken files. */
export function readDropped({ dataTransfer }: DragEvent): { files: File[]; folders: string[] } {
  const items = [...(dataTransfer?.items ?? [])].filter((item) => item.kind === 'file')
  const folders = items
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry?.isDirectory)
    .flatMap((entry) => entry?.name ?? [])
  const files = [...(dataTransfer?.files ?? [])].filter((file) => !folders.includes(file.name))
  return { files, folders }
}

/** Keeps the browser from leaving the page for a file that was dropped on it, whatever page that is. */
export function keepDroppedFilesOut(): void {
  const refuse = (event: DragEvent) => {
    if (carriesFiles(event)) event.preventDefault()
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
