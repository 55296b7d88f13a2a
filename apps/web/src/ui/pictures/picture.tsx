import { Modal, UnstyledButton } from '@mantine/core'
import { isImageDataUrl, parseImageDataUrl } from '@lathe/contract'
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
const MAX_URL_LENGTH = 2_000

const truncate = (address: string) =>
  address.length > MAX_URL_LENGTH ? `${address.slice(0, MAX_URL_LENGTH)}…` : address

/**
 * Thumbnail of a picture held as a data URL; a click enlarges it.
 * Any other URL is shown as text, because displaying it would fetch it.
 */
export function Picture({ name, url, tabIndex = 0 }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const [isLarge, setLarge] = useState(false)
  const description = describePicture(url)
  if (description === undefined) return <code className={styles.address}>{truncate(url)}</code>
  if (!isImageDataUrl(url)) return <span className={styles.words}>{description}</span>
  if (broken === url) return <span className={styles.words}>{description}, cannot be shown</span>
  return (
    <span className={styles.picture}>
      <UnstyledButton
        className={styles.enlarge}
        aria-label={`Enlarge ${name}`}
        title="Enlarge"
        tabIndex={tabIndex}
        onClick={stopPropagation(() => setLarge(true))}
      >
        <img src={url} alt={name} onError={() => setBroken(url)} />
      </UnstyledButton>
      <span>{description}</span>
      {isLarge && (
        <LargePicture
          name={name}
          url={url}
          description={description}
          onClose={() => setLarge(false)}
        />
      )}
    </span>
  )
}

type LargePictureProps = { name: string; url: string; description: string; onClose: () => void }

function LargePicture({ name, url, description, onClose }: LargePictureProps) {
  const [size, setSize] = useState('')
  return (
    <Modal
      opened
      size="auto"
      centered
      title={`${name} · ${description}${size}`}
      onClose={onClose}
      // Keeps the click from the container.
      onClick={stopPropagation()}
      onDoubleClick={stopPropagation()}
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

const stopPropagation = (action?: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  action?.()
}

type TextOrPictureProps = {
  /** Accessible name of a picture. */
  name: string
  text: string
  tabIndex?: number
}

/** Shows a text, or the picture if the text is a picture's data URL. */
export function TextOrPicture({ name, text, ...rest }: TextOrPictureProps) {
  return parseImageDataUrl(text) ? <Picture name={name} url={text} {...rest} /> : text
}
