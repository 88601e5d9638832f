import styles from './ScenarioPanel.module.css';

export function Section({
  title,
  remark,
  children,
}: {
  title: string;
  /** Beside the title, so that nothing below moves when it appears. */
  remark?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{title}</h2>
        {remark != null && <p className={styles.remark}>{remark}</p>}
      </div>
      {children}
    </section>
  );
}
