import type { RefusedError } from '../errors.ts'

/** Stores a file with the visitor's token. Rejects with a `RefusedError`. `XMLHttpRequest`, because `fetch` does not say how far it is. */
export function upload(
  url: string,
  token: string,
  file: File,
  onProgress: (share: number) => void,
  isFolder?: boolean,
): Promise<string> {
  if (isFolder) {
    return Promise.reject(refusal({ code: 'unsupported_media_type', message: 'It is a folder.' }))
  }
  if (file.size === 0) return Promise.reject(refusal({ code: 'empty_file', message: 'The file is empty.' }))
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('file', file)
    request.open('POST', url)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = request.onerror = () => {
      try {
        const { id, error } = JSON.parse(request.responseText)
        if (id) resolve(id)
        else reject(refusal(error))
      } catch {
        reject(new Error('The upload was interrupted.'))
      }
    }
    request.send(form)
  })
}

/** GraphQL writes the codes in capitals. */
function refusal({ code, message }: { code: string; message: string }): RefusedError {
  return Object.assign(new Error(message), {
    userErrors: [{ code: code.toUpperCase(), message, field: null }],
  })
}
