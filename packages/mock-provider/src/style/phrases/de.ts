import type { Phrases } from './phrases.ts'

export const de: Phrases = {
  greeting: ['Hallo! Wie kann ich Ihnen helfen?', 'Guten Tag! Was kann ich für Sie tun?'],
  greetingAs: ['Hallo, ich bin {name}. Wie kann ich Ihnen helfen?'],
  thanked: ['Gern geschehen.'],
  farewell: ['Auf Wiedersehen und bis bald.'],
  whoAmI: [
    'Ich bin {name} und laufe auf dem Übungsmodell: Ich folge einfachen Regeln, koste nichts und beantworte dieselbe Frage immer gleich. Ich kann rechnen, Ihre Werkzeuge aufrufen, aus Ihren Texten antworten, Formulare ausfüllen und kurze Entwürfe schreiben.',
  ],
  metYou: ['Freut mich, {name}.'],
  noted: ['Notiert: {what}.'],
  recalled: ['Sie haben mir gesagt ({what}): {value}.'],
  notRecalled: ['Das haben Sie mir noch nicht gesagt ({what}).'],
  notKnown: [
    'Über „{topic}“ weiß ich nichts außer dem, was in diesem Gespräch steht. Ich bin das Übungsmodell und folge Regeln statt einem trainierten Netz: Geben Sie mir Notizen oder ein Suchwerkzeug, oder verbinden Sie ein echtes Modell.',
  ],
  cannot: [
    'Dafür braucht es ein echtes Modell. Das Übungsmodell folgt einfachen Regeln: Es kann rechnen, Ihre Werkzeuge aufrufen, aus Ihren Texten antworten, Formulare ausfüllen und kurze Entwürfe schreiben.',
  ],
  notInText: ['Der Text sagt nichts über „{topic}“.'],
  found: ['Das habe ich gefunden.', 'Das sagen die Quellen.'],
  about: ['Das lässt sich über {topic} sagen.', 'Ein paar Worte zu {topic}.'],
  summary: ['Das Wesentliche in Kürze.'],
  sum: ['{expression} = {value}.', 'Das Ergebnis ist {value} ({expression}).'],
  timeIs: ['Es ist {time}.'],
  noClock: ['Ich habe keine eigene Uhr. Geben Sie mir ein Werkzeug dafür, dann lese ich sie ab.'],
  toolFailed: ['Das Werkzeug {tool} konnte es nicht: {error}'],
  toolDid: ['{tool} antwortete: {result}'],
  inShort: ['Kurz gesagt: {what}', 'Zusammengefasst: {what}'],
  forExample: ['Zum Beispiel: {what}'],
  source: ['(Quelle: {source}.)'],
  image: [
    'Ich habe {count} Bild(er) erhalten: {what}. Das Übungsmodell liest die Kopfdaten, nicht die Pixel.',
  ],
  dear: ['Guten Tag {name},'],
  dearNobody: ['Guten Tag,'],
  thanksForWriting: ['vielen Dank für Ihre Nachricht{about}.'],
  sorry: ['Die Umstände tun uns leid.'],
  nextStep: {
    billing:
      'Unsere Buchhaltung prüft den Betrag und erstattet, was zu viel berechnet wurde, innerhalb von fünf Werktagen.',
    technical:
      'Unsere Entwickler sehen es sich an. Bitte nennen Sie uns Ihre Version und was auf dem Bildschirm stand.',
    account:
      'Ich habe Ihnen einen Link geschickt, mit dem Sie wieder in Ihr Konto kommen. Er gilt eine Stunde.',
    delivery:
      'Ich habe beim Versand nachgefragt. Kommt das Paket nicht in zwei Tagen an, schicken wir Ersatz.',
    sales: 'Unsere Tarife liegen bei, und eine Kollegin ruft Sie an, um den passenden zu finden.',
    other: 'Ich habe Ihre Nachricht weitergegeben. Sie hören innerhalb eines Werktags von uns.',
  },
  writingAbout: [
    'ich schreibe Ihnen wegen: {topic}. Könnten Sie mir bitte sagen, wie und bis wann wir das regeln?',
  ],
  regards: ['Mit freundlichen Grüßen'],
  team: 'Ihr Support-Team',
  reviewGood: ['Die Notizen sind abgedeckt und der Text endet mit einer Zusammenfassung: fertig.'],
  reviewAdvice: [
    'Schließen Sie mit einem Satz, der die Antwort zusammenfasst und mit „Kurz gesagt“ beginnt.',
  ],
  matches: ['Die Antwort stimmt mit der Vorlage überein.'],
  differs: ['Die Antwort weicht von der Vorlage ab: Sagen Sie, was die Vorlage sagt.'],
  stepsLeft: ['Die bisherigen Ergebnisse tragen. Noch offene Schritte: {left}.'],
  stepMissing: ['Jeder Schritt hat ein Ergebnis, aber eines ist noch offen: {step}'],
  stepsFailed: [
    '{failed} von {count} Schritten haben nichts ergeben; die Antwort kann nur das sagen.',
  ],
  goalMet: ['Alle {count} Schritte haben ein Ergebnis; zusammen beantworten sie das Ziel.'],
  questions: [
    'Was ist {topic}?',
    'Wie funktioniert {topic} in der Praxis?',
    'Welche Grenzen und Risiken hat {topic}?',
    'Wer nutzt {topic} und wofür?',
    'Welche Alternativen zu {topic} gibt es?',
    'Wie ist {topic} entstanden?',
    'Was wird sich an {topic} als Nächstes ändern?',
  ],
  comparison: [
    'Was sind die Stärken von {left}?',
    'Was sind die Stärken von {right}?',
    'Worin unterscheiden sich {left} und {right} in der Praxis?',
    'Wann wählt man {left} statt {right}?',
    'Wie kommt man von {left} zu {right}?',
  ],
}
