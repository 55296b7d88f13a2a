import { lazyPart } from '../../../ui/lazy-part.ts'

/** The form of one channel; comes with the inspector, whose fields it is made of. */
export const ChannelEditor = lazyPart(
  () => import('../inspector/state/channel-editor.tsx'),
  'ChannelEditor',
)
