import type { Effect, MediaTask, ToolKind } from '@lathe/contract'

export const KINDS: Record<ToolKind, string> = {
  'built-in': 'Built in',
  http: 'HTTP request',
  openapi: 'OpenAPI',
  code: 'Code',
  mcp: 'MCP',
  sql: 'SQL',
  media: 'Audio and pictures',
  agent: 'Agent',
}

export const MEDIA_TASKS: Record<MediaTask['type'], string> = {
  speak: 'Speak',
  transcribe: 'Transcribe',
  translate: 'Translate',
  draw: 'Draw',
}

export const EFFECTS: Record<Effect, { label: string; hint: string }> = {
  pure: { label: 'pure', hint: 'Pure: the same arguments give the same result' },
  read: { label: 'read', hint: 'Reads external data without changing it' },
  write: { label: 'write', hint: 'Has side effects: retried with care, suppressed in replays' },
}
