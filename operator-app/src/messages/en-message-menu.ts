export const enMessageMenu = {
  open: 'More about this message',
  edit: (time: string) => `Edit (until ${time})`,
  delete: (time: string) => `Delete (until ${time})`,
  copyText: 'Copy text',
  copyLink: 'Copy link',
  missing: 'This message does not exist, or you do not have access to it.',
  edited: 'edited',
  deleted: 'This message was deleted.',
  editLabel: 'Edit the message',
  saveEdit: 'Save',
  deleteTitle: 'Delete this message?',
  deleteBody:
    'The visitor sees that a message was here, but no longer what it said. They may have read it already.',
  deleteAction: 'Delete',
}
