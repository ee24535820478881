import { useMessage, useSite } from '../../site/site.tsx'
import { useSignupWay } from '../../site/signup-way.ts'
import { CompanyDetails } from '../../documents/company-details.tsx'
import { Document, Paragraph, SeeAlso } from '../../documents/document.tsx'
import { faqOutline, type FaqQuestion } from './outline.ts'
import styles from './pages-faq.module.css'
import { useTexts } from './texts.ts'

export { loadTexts } from './texts.ts'

/** Questions and answers, and how to reach the people behind the site. */
export default function FaqPage() {
  const text = useTexts()
  const message = useMessage()
  const { tenant } = useSite()
  const groups = faqOutline(tenant, useSignupWay()).map(({ id, title, questions }) => ({
    id,
    title: text(title),
    content: (
      <div className={styles.questions}>
        {questions.map((question) => (
          <Question key={question.id} {...question} />
        ))}
      </div>
    )
  }))
  const contact = {
    id: 'contact',
    title: text('contact.title'),
    content: (
      <>
        <Paragraph>{text('contact.text')}</Paragraph>
        <CompanyDetails />
        <SeeAlso routes={['pages-service', 'complaints']} />
      </>
    )
  }
  return (
    <Document title={text('heading')} lead={text('lead')} contents={text('contents')} sections={[...groups, contact]}>
      <p>{message(`niche.${tenant.niche}.intro`)}</p>
    </Document>
  )
}

/** The target of the fragment is inside, so that a link to it opens the answer. */
function Question({ id, question, answers, routes }: FaqQuestion) {
  const text = useTexts()
  return (
    <details className={styles.question}>
      <summary className={styles.summary}>
        <h3>{text(question)}</h3>
      </summary>
      <div id={id} className={styles.answer}>
        {answers.map((key) => (
          <Paragraph key={key}>{text(key)}</Paragraph>
        ))}
        {routes && <SeeAlso routes={routes} />}
      </div>
    </details>
  )
}
