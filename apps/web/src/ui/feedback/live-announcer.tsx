import { VisuallyHidden } from '@mantine/core'
import { create } from 'zustand'

/** Minimum time between announcements. Only the latest message in between is announced. */
const PAUSE_MS = 1_000

type Announcer = { message: string; saidAt: number; timer: number | undefined }

const useAnnouncer = create<Announcer>()(() => ({
  message: '',
  saidAt: -PAUSE_MS,
  timer: undefined,
}))

/** Announces a message politely to assistive technology. */
export function announce(message: string): void {
  const { saidAt, timer } = useAnnouncer.getState()
  window.clearTimeout(timer)
  const say = () => useAnnouncer.setState({ message, saidAt: performance.now(), timer: undefined })
  const wait = saidAt + PAUSE_MS - performance.now()
  if (wait <= 0) say()
  else useAnnouncer.setState({ timer: window.setTimeout(say, wait) })
}

/** The shell mounts it once. */
export function LiveAnnouncer() {
  const message = useAnnouncer((state) => state.message)
  return (
    <VisuallyHidden>
      <div role="status" aria-live="polite">
        {message}
      </div>
    </VisuallyHidden>
  )
}
