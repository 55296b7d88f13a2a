export const replyLib = {
  path: 'lib/reply.ts',
  text: `import type { AIMessageChunk } from '@langchain/core/messages'

/** Calls of tools that were never offered, in place of an answer, would leave the node with nothing. */
export function inWords<M extends Pick<AIMessageChunk, 'text' | 'tool_calls'>>(node: string, message: M): M {
  const names = (message.tool_calls ?? []).map(({ name }) => \`\\\`\${name}\\\`\`)
  if (names.length === 0 || message.text.trim() !== '') return message
  const called = [...new Set(names)].join(', ')
  throw new Error(
    \`The model of \\\`\${node}\\\` answered with calls of \${called} and no text, but the node offers it no tools\`,
  )
}
`,
}
