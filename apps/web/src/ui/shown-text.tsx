import { heldPicture } from '@lathe/contract'
import { Picture } from './picture.tsx'

type ShownTextProps = {
  /** What the text is: names a picture for a screen reader. */
  name: string
  text: string
  tabIndex?: number
}

/** A text, or the picture that it is. */
export function ShownText({ name, text, ...rest }: ShownTextProps) {
  return heldPicture(text) ? <Picture name={name} url={text} {...rest} /> : text
}
