import type { PromptMessage } from '@lathe/contract'

/** Returns the templates of a message: its text first, then the addresses of its pictures. */
export function listTemplates(message: PromptMessage): string[] {
  if (message.role === 'placeholder') return []
  return [message.text, ...(message.role === 'user' ? (message.images ?? []) : [])]
}
