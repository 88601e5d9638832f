export declare const POLICY: string;
export declare const WIDGET_POLICY: string;
