import { ToolMessage } from '@langchain/core/messages'
import type { ToolRunnableConfig } from '@langchain/core/tools'

export type MediaCall = Pick<ToolRunnableConfig, 'signal' | 'toolCall'>

/** Generated media. Other tools find audio by its name. */
export type Media = {
  type: 'audio' | 'image'
  mediaType: string
  name?: string
  bytes: number
  revisedPrompt?: string
  url: string
}

export const dataUrl = (mediaType: string, bytes: Buffer): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`

/** Returns media as a tool's result. A model reads a description; the bytes are its message's artifact. */
export function toToolResult(
  media: Media | Media[],
  { toolCall }: MediaCall,
): Media | Media[] | ToolMessage {
  if (!toolCall) return media
  const descriptions = [media].flat().map((item) => JSON.stringify({ ...item, url: undefined }))
  const { id = '', name } = toolCall
  const content = descriptions.join('\n')
  return new ToolMessage({ tool_call_id: id, name, content, artifact: media })
}
