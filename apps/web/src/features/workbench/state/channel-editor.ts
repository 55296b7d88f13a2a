import { lazy } from 'react'

/** The form of one channel; comes with the inspector, whose fields it is made of. */
export const ChannelEditor = lazy(async () => ({
  default: (await import('../../inspector/state/channel-editor.tsx')).ChannelEditor,
}))
