import { useEffect, useState } from 'react';
import { labHref } from '../address/address.ts';
import { useLab } from '../lab/context.ts';
import { readingFile } from '../files/readingFile.ts';
import { useSignal } from '../base/useSignal.ts';
import { isLab } from '../pages.ts';
import styles from '../settings/ScenarioTools.module.css';

/** Accepts files dropped anywhere, from the first moment, and opens them in the lab: else the browser leaves for the file. */
export function DropZone() {
  const lab = useLab();
  const [over, setOver] = useState(false);
  const reading = useSignal(readingFile);
  useEffect(() => {
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      // Only when the pointer leaves the window, not when it moves between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      setOver(false);
      if (file === undefined) return;
      event.preventDefault();
      if (!isLab()) location.hash = labHref(lab.store);
      void import('../files/scenarioFiles.ts').then(({ openFile }) => openFile(lab, file));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [lab]);
  if (reading !== null)
    return (
      <div className={styles.reading} role="status">
        Reading {reading}…
      </div>
    );
  return over ? (
    <div className={styles.drop}>
      Drop a scenario to open it, or a measured window to draw it over the lanes
    </div>
  ) : null;
}
