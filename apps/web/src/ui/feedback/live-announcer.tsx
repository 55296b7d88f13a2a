import { VisuallyHidden } from '@mantine/core'
import { create } from 'zustand'

/** Minimum time between announcements. Only the latest message in between is announced. */
const MIN_INTERVAL_MS = 1_000

type Announcer = { message: string; announcedAt: number; timer: number | undefined }

const useAnnouncer = create<Announcer>()(() => ({
  message: '',
  announcedAt: -MIN_INTERVAL_MS,
  timer: undefined,
}))

/** Announces a message politely to assistive technology. */
export function announce(message: string): void {
  const { announcedAt, timer } = useAnnouncer.getState()
  window.clearTimeout(timer)
  const announceNow = () =>
    useAnnouncer.setState({ message, announcedAt: performance.now(), timer: undefined })
  const wait = announcedAt + MIN_INTERVAL_MS - performance.now()
  if (wait <= 0) announceNow()
  else useAnnouncer.setState({ timer: window.setTimeout(announceNow, wait) })
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
