import { parseImageDataUrl } from '@lathe/contract'
import { Picture } from '../pictures/picture.tsx'

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
