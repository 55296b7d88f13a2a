import { heldPicture } from '@lathe/contract'
import { pictureWords } from '../../../lib/pictures.ts'
import message from './message.module.css'

/** A picture that a message or a result carries; of one that was cut the words, for no browser shows the rest. */
export function CarriedPicture({ url, alt }: { url: string; alt: string }) {
  return heldPicture(url)?.isCut ? (
    <p className={message.speaker}>
      {alt}: {pictureWords(url)}
    </p>
  ) : (
    <img className={message.picture} src={url} alt={alt} />
  )
}
