import type { PromptMessage } from '@lathe/contract'

const NAMES = { system: 'System', user: 'User', assistant: 'Model', placeholder: 'Messages of' }

export const roleName = ({ role }: PromptMessage): string => NAMES[role]

/** Its template, with the addresses of its pictures below. */
export function textOfMessage(message: PromptMessage): string {
  if (message.role === 'placeholder') return `{{${message.channel}}}`
  const images = message.role === 'user' ? (message.images ?? []) : []
  return [message.text, ...images.map(shortened)].join('\n')
}

const MOST = 200

/** Embedded pictures begin and end alike: what tells them apart is in the middle. */
function shortened(address: string): string {
  if (address.length <= MOST) return address
  const middle = Math.floor(address.length / 2)
  return `${address.slice(0, 30)}…${address.slice(middle, middle + 30)}… (${address.length} characters)`
}
