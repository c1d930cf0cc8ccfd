import { expect, test } from 'vitest'
import { upload } from '../../../widget/actions/upload.ts'

test('an empty file is refused with its reason, without a request', async () => {
  const refused = upload('/files', 'token', new File([], 'nothing.txt'), () => {})
  await expect(refused).rejects.toMatchObject({ userErrors: [{ code: 'EMPTY_FILE' }] })
})
