import type { PromptMessage } from '@lathe/contract'
import { imageDetail } from '../../../lib/values/message-images.ts'

const NAMES = { system: 'System', user: 'User', assistant: 'Model', placeholder: 'Messages of' }

export const roleName = ({ role }: PromptMessage): string => NAMES[role]

/** Formats as "in low detail"; empty if no detail is set. */
export const messageDetails = (message: PromptMessage): string => {
  const detail = imageDetail(message)
  return detail ? `in ${detail} detail` : ''
}

export const messageText = (message: PromptMessage): string =>
  message.role === 'placeholder' ? `{{${message.channel}}}` : message.text
