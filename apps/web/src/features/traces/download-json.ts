import { saveFile } from '../../lib/save-file.ts'

export const downloadJson = (name: string, value: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
