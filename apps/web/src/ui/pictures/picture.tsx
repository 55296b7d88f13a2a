import { Modal, UnstyledButton } from '@mantine/core'
import { isImageDataUrl } from '@lathe/contract'
import { type MouseEvent, useState } from 'react'
import { describePicture } from '../../lib/values/pictures.ts'
import styles from './picture.module.css'

type PictureProps = {
  /** Accessible name. */
  name: string
  url: string
  /** -1 if keyboard focus should stay on the container. */
  tabIndex?: number
}

/** Maximum number of URL characters shown: a data URL is unreadable. */
const MOST_ADDRESS = 2_000

const cut = (address: string) =>
  address.length > MOST_ADDRESS ? `${address.slice(0, MOST_ADDRESS)}…` : address

/**
 * Thumbnail of a picture held as a data URL; a click enlarges it.
 * Any other URL is shown as text, because displaying it would fetch it.
 */
export function Picture({ name, url, tabIndex = 0 }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const [isLarge, setLarge] = useState(false)
  const words = describePicture(url)
  if (words === undefined) return <code className={styles.address}>{cut(url)}</code>
  if (!isImageDataUrl(url)) return <span className={styles.words}>{words}</span>
  if (broken === url) return <span className={styles.words}>{words}, cannot be shown</span>
  return (
    <span className={styles.picture}>
      <UnstyledButton
        className={styles.enlarge}
        aria-label={`Enlarge ${name}`}
        title="Enlarge"
        tabIndex={tabIndex}
        onClick={stopping(() => setLarge(true))}
      >
        <img src={url} alt={name} onError={() => setBroken(url)} />
      </UnstyledButton>
      <span>{words}</span>
      {isLarge && <Large name={name} url={url} words={words} onClose={() => setLarge(false)} />}
    </span>
  )
}

type LargeProps = { name: string; url: string; words: string; onClose: () => void }

function Large({ name, url, words, onClose }: LargeProps) {
  const [size, setSize] = useState('')
  return (
    <Modal
      opened
      size="auto"
      centered
      title={`${name} · ${words}${size}`}
      onClose={onClose}
      // Keeps the click from the container.
      onClick={stopping()}
      onDoubleClick={stopping()}
    >
      <img
        className={styles.large}
        src={url}
        alt={name}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(` · ${naturalWidth} × ${naturalHeight} pixels`)
        }
      />
    </Modal>
  )
}

const stopping = (act?: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  act?.()
}
