import type { PromptMessage } from '@lathe/contract'

const NAMES = { system: 'System', user: 'User', assistant: 'Model', placeholder: 'Messages of' }

export const roleName = ({ role }: PromptMessage): string => NAMES[role]

export const textOfMessage = (message: PromptMessage): string =>
  message.role === 'placeholder' ? `{{${message.channel}}}` : message.text
